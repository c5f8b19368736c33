/** Changes contact email and nickname. */
import { useMutation } from '@tanstack/react-query';
import { updateMe } from '#contract/accounts.ts';
import { call } from '../../../lib/api/call.ts';

export function useUpdateMe() {
	return useMutation({ mutationFn: (body: { email: string; name: string }) => call(updateMe, { body }) });
}
