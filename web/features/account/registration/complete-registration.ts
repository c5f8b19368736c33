/** Finishes a new fan's registration. */
import { useMutation } from '@tanstack/react-query';
import { completeRegistration } from '#contract/accounts.ts';
import type { CountryCode } from '#contract/values/countries.ts';
import { call } from '../../../lib/api/call.ts';

export interface Registration {
	email: string;
	name: string;
	country: CountryCode;
}

export function useCompleteRegistration() {
	return useMutation({ mutationFn: (body: Registration) => call(completeRegistration, { body }) });
}
