/** Lists the contract's English messages for the message catalog. */
import { useLingui } from '@lingui/react/macro';

/** Returns a message in the page's language, or unchanged if it has no translation. */
export function useFieldMessages(): (message: string) => string {
	const { t } = useLingui();
	return (message) => {
		const known: Record<string, string> = {
			'Please enter your email': t`Please enter your email`,
			'Please enter a valid email address': t`Please enter a valid email address`,
			'Please enter your nickname': t`Please enter your nickname`,
			'Please use at most 30 characters': t`Please use at most 30 characters`,
			'Please use visible characters only': t`Please use visible characters only`,
			'Please select your country': t`Please select your country`,
		};
		return known[message] ?? message;
	};
}
