/* Signals that end the process. */
#ifndef DBT_HOST_DEADLY_H
#define DBT_HOST_DEADLY_H

/* Installs handlers that remove the temporary files and then let the process die of the signal. A
 * file size limit makes a write fail instead of raising a signal. Call it once, before all else. */
void dbt_install_signal_handlers(void);

#endif
