/** When both documents last changed, as they print it. A change of a text moves it. */
export const LEGAL_UPDATED = 'October 10, 2023';
