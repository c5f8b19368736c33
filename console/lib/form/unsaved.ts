/** Forms of the screen with unsaved changes, by their id, and whether they are being saved. */
export const unsaved = new Map<string, { busy: boolean }>();
