import { Plural, Trans } from '@lingui/react/macro';

/** Why a sign-in was refused that too many others came before, and when it will not be. */
export function TryAgainIn({ seconds }: { seconds: number }) {
	return (
		<>
			<Trans>Too many requests. Please wait a moment</Trans>
			<br />
			<Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />
		</>
	);
}
