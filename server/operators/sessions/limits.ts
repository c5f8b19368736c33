/** Lifetime of a console session. */

export const IDLE_MINUTES = 30;
/** Applies to active sessions too: the next morning the operator signs in again. */
export const SESSION_HOURS_MAX = 12;
/**
 * A first passkey is made within these minutes of proving who one is at the provider. Neither a session that was left
 * open here nor one that was left open there makes any.
 */
export const FRESH_MINUTES = 10;
