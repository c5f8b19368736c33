import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listPasskeys, removePasskey, renamePasskey } from '#contract/operator/operators/passkeys.ts';
import { call } from '../../lib/api/call.ts';
import { useReadAgain } from '../../lib/session/operator.tsx';
import { makePasskey } from '../../lib/step-up/passkey.ts';

export type Passkey = ReplyOf<typeof listPasskeys>['passkeys'][number];

export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
});

export function useAddPasskey() {
	const readAgain = useReadAgain();
	return useChange((name: string) => makePasskey(name).then(readAgain));
}

export const useRenamePasskey = () =>
	useChange(({ id, name }: { id: number; name: string }) =>
		call(renamePasskey, { params: { passkey_id: id }, body: { name } }),
	);

export const useRemovePasskey = () => useChange((id: number) => call(removePasskey, { params: { passkey_id: id } }));

function useChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }) });
}
