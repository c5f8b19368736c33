import { Trans } from '@lingui/react/macro';
import { Fact } from '../elements/fact.tsx';

/** Of the anchor's key and of the witnesses' keys, by name. */
export function Fingerprints({ of }: { of: readonly [name: string, fingerprint: string][] }) {
	return of.map(([name, fingerprint]) => (
		<Fact key={name} name={<Trans>Fingerprint of {name}</Trans>}>
			<code>{fingerprint}</code>
		</Fact>
	));
}
