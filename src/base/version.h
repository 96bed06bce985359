/* The tool's version, by semantic versioning (semver.org). */
#ifndef DBT_BASE_VERSION_H
#define DBT_BASE_VERSION_H

#define DBT_VERSION "0.2.0"

#endif
