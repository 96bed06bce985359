/* Signals that end the process. */
#ifndef DBT_HOST_DEADLY_H
#define DBT_HOST_DEADLY_H

/* Removes the temporaries, then dies of the signal; a file size limit is made a
 * failing write instead of a signal. To be called once, first. */
void dbt_install_signal_handlers(void);

#endif
