/** Explains a failure to an operator: our text for transport failures, the server's message for refusals. */
import { isProblem } from '#client/call.ts';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';

const texts = new Map<string, string>([
	['network', 'The server could not be reached. Your input is still here. Please try again.'],
	['timeout', 'The server took too long. The change may have been saved: check before you try again.'],
	['upload_running', 'Not saved: a picture is still being uploaded. Save again when it is there.'],
	['passkey_not_used', 'No passkey was used. Please try again.'],
	['passkey_known', 'This device already has a passkey for this console.'],
	['passkey_unsupported', 'Passkeys do not work in this browser, or not at this address.'],
]);

export function errorText(error: unknown): string {
	if (!isProblem(error)) return 'Something went wrong. Please try again.';
	const wait = error.slug === 'too_many_requests' ? error.retryAfter : undefined;
	if (wait !== undefined) return `Too many requests. Try again in ${wait} seconds.`;
	return texts.get(error.slug) ?? error.message;
}

/** Tells of a failure where it happened. Nothing without one. */
export const ErrorText = ({ error }: { error: unknown }) =>
	error ? <FieldError>{errorText(error)}</FieldError> : null;

/** Returns a listener that tells of a failure in a toast. */
export function useErrorToast(): (error: unknown) => void {
	const toast = useToast();
	return (error) => toast(errorText(error));
}
