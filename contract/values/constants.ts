/** Business constants of the specification (section 9) that more than one program needs. */

export const API_BASE = '/api/v1';

export const RANKING_STATUS_ONGOING = 'ongoing';
export const PAYMENT_METHOD_STRIPE_CARD = 'PAYMENT_METHOD_STRIPE_CARD';
export const LINK_TARGET_BLANK = '_blank';

/** Local storage names, as given. */
export const TOKEN_STORAGE_NAME = 'authentication_token';
export const POPUP_STORAGE_NAME = 'popup_dismissed';

export const DEFAULT_TIMEZONE = 'Asia/Seoul';
export const DEFAULT_TIMEZONE_NAME = 'KST';

export const REQUEST_TIMEOUT_MS = 60_000;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
export const TOAST_MS = 2_000;
export const CAROUSEL_MS = 5_000;
export const RESIZE_DEBOUNCE_MS = 100;
export const MOBILE_MAX_WIDTH_PX = 768;

export const NEWS_PAGE_SIZE = 20;
export const NEWS_SCROLL_OFFSET_PX = 100;
export const HOME_NEWS_SIZE = 10;
export const MARQUEE_SIZE = 20;
export const MARQUEE_MOVING_MIN = 5;
export const GEM_RECORDS_DAYS = 7;
export const CHECK_IN_DAYS = 7;
export const AGE_MIN_YEARS = 14;

export const NICKNAME_MAX_CHARACTERS = 30;
export const EMAIL_MAX_CHARACTERS = 254;

/** Days between the deletion request and the erasure. The privacy page promises at most 30. */
export const ACCOUNT_DELETION_DAYS = 7;
/** Maximum age (minutes) of the sign-in of a fan who deletes the account. An unattended device cannot delete it. */
export const FRESH_SIGN_IN_MINUTES = 10;

export const FAVORITES_MAX = 20;
/** Devices of one fan that may take reminders. The oldest gives way. */
export const PUSH_DEVICES_MAX = 10;
