import { useLingui } from '@lingui/react/macro';
import { Tag } from '#ui/primitives/tag.tsx';

const tones = { visible: 'good', scheduled: 'warning', hidden: 'neutral', over: 'neutral' } as const;

/** Shows in one word whether fans can see an item. */
export function VisibilityTag({ visibility }: { visibility: keyof typeof tones }) {
	const { t } = useLingui();
	const words = { visible: t`Visible`, scheduled: t`Scheduled`, hidden: t`Hidden`, over: t`Over` };
	return <Tag tone={tones[visibility]}>{words[visibility]}</Tag>;
}
