/** What a person says about themselves: the same rules in the browser's forms and on the server. */
import * as z from 'zod/mini';
import { EMAIL_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from './constants.ts';
import { countryCodes } from './countries.ts';

/** The specification's simple x@y.z pattern. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
// Control and format characters: they hide in a name and turn the text around it.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export const email = z
	.string()
	.check(
		z.trim(),
		z.minLength(1, 'Please enter your email'),
		z.maxLength(EMAIL_MAX_CHARACTERS, 'Please enter a valid email address'),
		z.regex(EMAIL_PATTERN, 'Please enter a valid email address'),
	);

export const nickname = z.string().check(
	z.trim(),
	z.minLength(1, 'Please enter your nickname'),
	z.refine((name) => Array.from(name).length <= NICKNAME_MAX_CHARACTERS, 'Please use at most 30 characters'),
	z.refine((name) => !UNPRINTABLE.test(name), 'Please use visible characters only'),
);

export const country = z.enum(countryCodes, 'Please select your country');
