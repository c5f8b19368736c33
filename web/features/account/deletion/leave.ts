/** Requests for exporting the data and deleting the account. */
import { useMutation } from '@tanstack/react-query';
import { deleteAccount, getMyData, logOutEverywhere } from '#contract/my-account.ts';
import { call } from '../../../lib/api/call.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';

export function useDownloadMyData() {
	return useMutation({
		mutationFn: async () =>
			saveAsFile('lightstick-my-data.json', JSON.stringify(await call(getMyData, {}), null, '\t'), 'application/json'),
	});
}

export function useLogOutEverywhere() {
	return useMutation({ mutationFn: () => call(logOutEverywhere, {}) });
}

export function useDeleteAccount() {
	return useMutation({ mutationFn: () => call(deleteAccount, { body: { gems_are_given_up: true } }) });
}
