/** The line below the results: how many there are, that nothing was found, or that the search failed. */
import { Plural, Trans } from '@lingui/react/macro';
import { useSignedIn } from '../../lib/session/operator.tsx';

interface Props {
	text: string;
	count: number;
	waiting: boolean;
	failed: boolean;
	retry: () => void;
}

export function PaletteState({ text, count, waiting, failed, retry }: Props) {
	const { operator, entered } = useSignedIn();
	if (failed) {
		return (
			<p className="palette-state" role="alert">
				<Trans>The search failed. Commands still work.</Trans>{' '}
				<button type="button" className="trail-link" onClick={retry}>
					<Trans>Try again</Trans>
				</button>
			</p>
		);
	}
	const readsPersonalData = entered && operator.role !== 'viewer';
	return (
		<output className="palette-state">
			<span>
				<State text={text.trim()} count={count} waiting={waiting} />
			</span>
			{text.trim() !== '' && !readsPersonalData && (
				<span>{entered ? <Trans>Your role finds no fans.</Trans> : <Trans>Use a passkey to find fans.</Trans>}</span>
			)}
			<span className="palette-keys" aria-hidden="true">
				<kbd>↑</kbd> <kbd>↓</kbd> <Trans>to choose</Trans> <kbd>Enter</kbd> <Trans>to open</Trans> <kbd>Esc</kbd>{' '}
				<Trans>to close</Trans>
			</span>
		</output>
	);
}

function State({ text, count, waiting }: Pick<Props, 'text' | 'count' | 'waiting'>) {
	if (text === '') return null;
	if (count > 0) return <Plural value={count} one="# result" other="# results" />;
	if (waiting) return <Trans>Searching …</Trans>;
	return <Trans>Nothing found for “{text}”. Names are found by the beginning of a word.</Trans>;
}
