/** Dates of the last change of both documents, as they print it. Update them with every change of a text. */
export const LEGAL_UPDATED = 'October 10, 2023';
