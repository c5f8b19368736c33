/** Why a vote does not count. Public: a fan reads it at the vote, everybody in the record of votes. */
import * as z from 'zod/mini';
import { id } from './values/shapes.ts';

/**
 * `BOT` automation, `FARM` many accounts of one actor, `EXPL` gems by an exploit, `CHRG` a charge-back, `STOL` a stolen
 * account, `ERR` our error, `TEST` a test of ours.
 */
export const caseReason = z.enum(['BOT', 'FARM', 'EXPL', 'CHRG', 'STOL', 'ERR', 'TEST']);
export type CaseReason = z.output<typeof caseReason>;

/** At a vote that does not count at the moment; null where it does. */
export const voided = z.nullable(z.object({ case_id: id, reason: caseReason }));
export type Voided = z.output<typeof voided>;
