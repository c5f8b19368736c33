import { useLingui } from '@lingui/react/macro';
import { LostDialog, OptionalPart } from '#ui/optional-part.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import type { VoteFlowProps } from './vote-flow.tsx';

/** Its script is asked for as soon as the page is taken over: the first view does without it, and a press finds it. */
const VoteFlow = lazyPage(() => import('./vote-flow.tsx'));

export function Vote(flow: VoteFlowProps) {
	const { t } = useLingui();
	const lost = <LostDialog open={flow.target !== null} onClose={() => flow.onClose(null)} text={t`failed to vote`} />;
	return (
		<OptionalPart instead={lost}>
			<VoteFlow {...flow} />
		</OptionalPart>
	);
}
