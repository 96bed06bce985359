/* The tool's version, by the rules of semver. */
#ifndef DBT_BASE_VERSION_H
#define DBT_BASE_VERSION_H

#define DBT_VERSION "0.2.0"

#endif
