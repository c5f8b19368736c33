/** Rules of the profile fields, shared by the browser's forms and the server. */
import * as z from 'zod/mini';
import { EMAIL_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from './constants.ts';
import { countryCodes } from './countries.ts';
import { written } from './shapes.ts';
import { isReversed, isStorable, isTorn, isVisible, isWithin, tidyLine, unitsOf } from './text.ts';

/** The specification's x@y.z, with only one way to match: the plain form takes seconds on hostile input. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
// Invisible, and able to reverse the text around them; or halves of characters, which make two addresses the same.
const UNPRINTABLE = /[\p{C}\uFFFD\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const EMAIL_PROBLEM = 'Please enter a valid email address';
const NICKNAME_PROBLEM = 'Please use at most 30 characters';

export const email = z.string().check(
	z.overwrite((text) => text.normalize('NFC').trim()),
	z.minLength(1, { error: 'Please enter your email', abort: true }),
	// Zod runs later checks on a text that is too long, unless told to abort.
	z.maxLength(EMAIL_MAX_CHARACTERS, { error: EMAIL_PROBLEM, abort: true }),
	z.regex(EMAIL_PATTERN, { error: EMAIL_PROBLEM, abort: true }),
	z.refine((text) => !UNPRINTABLE.test(text), EMAIL_PROBLEM),
);

export const nickname = z
	.string()
	.check(
		z.maxLength(unitsOf(NICKNAME_MAX_CHARACTERS), { error: NICKNAME_PROBLEM, abort: true }),
		z.overwrite(tidyLine),
		z.minLength(1, { error: 'Please enter your nickname', abort: true }),
		z.refine((name) => isWithin(name, NICKNAME_MAX_CHARACTERS), { error: NICKNAME_PROBLEM, abort: true }),
		z.refine(
			(name) => isStorable(name) && !isTorn(name) && !isReversed(name) && isVisible(name),
			'Please use visible characters only',
		),
	)
	.register(written, { most: NICKNAME_MAX_CHARACTERS });

export const country = z.enum(countryCodes, 'Please select your country');
