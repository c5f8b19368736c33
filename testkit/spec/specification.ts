/** The specification, statement by statement. */
import { calls } from './section-7-calls.ts';
import { entities } from './section-3-entities.ts';
import { errors } from './section-8-errors.ts';
import { limits } from './section-9-limits.ts';
import { product } from './section-1-product.ts';
import { roles } from './section-6-roles.ts';
import type { Row } from './row.ts';
import { rules } from './section-5-rules.ts';
import { screens } from './section-2-screens.ts';
import { states } from './section-4-states.ts';

export const specification: readonly Row[] = [
	...product,
	...screens,
	...entities,
	...states,
	...rules,
	...roles,
	...calls,
	...errors,
	...limits,
];
