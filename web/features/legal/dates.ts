/** Dates of the last change of both documents, as calendar dates. Update them with every change of a text. */
export const LEGAL_UPDATED = '2023-10-10';
