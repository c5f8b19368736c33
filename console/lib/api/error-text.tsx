/** Explains a failure to an operator: our text for transport failures, the server's message for refusals. */
import { useLingui } from '@lingui/react/macro';
import { isProblem } from '#client/call.ts';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';

export function useErrorText(): (error: unknown) => string {
	const { t } = useLingui();
	return (error) => {
		if (!isProblem(error)) return t`Something went wrong. Please try again.`;
		if (error.slug === 'network')
			return t`The server could not be reached. Your input is still here. Please try again.`;
		if (error.slug === 'timeout')
			return t`The server took too long. The change may have been saved: check before you try again.`;
		if (error.slug === 'upload_running')
			return t`Not saved: a picture is still being uploaded. Save again when it is there.`;
		if (error.slug === 'passkey_not_used') return t`No passkey was used. Please try again.`;
		if (error.slug === 'passkey_known') return t`This device already has a passkey for this console.`;
		if (error.slug === 'passkey_unsupported') return t`Passkeys do not work in this browser, or not at this address.`;
		if (error.slug === 'too_many_requests' && error.retryAfter !== undefined)
			return t`Too many requests. Try again in ${error.retryAfter} seconds.`;
		return error.message;
	};
}

/** Tells of a failure where it happened. Nothing without one. */
export function ErrorText({ error }: { error: unknown }) {
	const textOf = useErrorText();
	return error ? <FieldError>{textOf(error)}</FieldError> : null;
}

/** Returns a listener that tells of a failure in a toast. */
export function useErrorToast(): (error: unknown) => void {
	const toast = useToast();
	const textOf = useErrorText();
	return (error) => toast(textOf(error));
}
