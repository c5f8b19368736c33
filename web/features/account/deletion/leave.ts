/** Requests for exporting the data and deleting the account. */
import { useMutation } from '@tanstack/react-query';
import { deleteAccount, getMyData, logOutEverywhere } from '#contract/my-account.ts';
import { call } from '../../../lib/api/call.ts';

export function useDownloadMyData() {
	return useMutation({
		mutationFn: async () =>
			saveAsFile('lightstick-my-data.json', JSON.stringify(await call(getMyData, {}), null, '\t')),
	});
}

export function useLogOutEverywhere() {
	return useMutation({ mutationFn: () => call(logOutEverywhere, {}) });
}

export function useDeleteAccount() {
	return useMutation({ mutationFn: () => call(deleteAccount, { body: { gems_are_given_up: true } }) });
}

/** Saves a file through an invisible link, because a page has no other way to offer a download. */
function saveAsFile(name: string, text: string): void {
	const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
	const link = Object.assign(document.createElement('a'), { href: address, download: name });
	link.click();
	URL.revokeObjectURL(address);
}
