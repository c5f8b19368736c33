/** The race: standings by the hour. A job records them, and so does the certification of a result. */
export { recordHours, recordResult } from './sql.ts';
