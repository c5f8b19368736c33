/** Copies an address. A browser may refuse it: then the operator is told what to do. */
import { useLingui } from '@lingui/react/macro';
import { useToast } from '#ui/primitives/toast.tsx';

/** `done`: what is said once it is copied. */
export function useCopy(): (address: string, done: string) => Promise<void> {
	const { t } = useLingui();
	const toast = useToast();
	return async (address, done) => {
		try {
			await navigator.clipboard.writeText(address);
			toast(done, 'success');
		} catch {
			toast(t`This browser does not let pages copy. Copy it yourself: ${address}`);
		}
	};
}
