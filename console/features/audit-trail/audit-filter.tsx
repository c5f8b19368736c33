/** Narrows the trail to a kind of item, and shows which operator or item it is narrowed to. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { SelectField } from '#ui/primitives/form-field.tsx';

interface Props {
	noun: string;
	onNoun: (noun: string) => void;
	/** What else the trail is narrowed to, in words. */
	narrowedTo: string | null;
	onWiden: () => void;
}

export function AuditFilterBar({ noun, onNoun, narrowedTo, onWiden }: Props) {
	const { t } = useLingui();
	const nouns: [string, string][] = [
		['ranking', t`Rankings`],
		['artist', t`Artists`],
		['case', t`Cases`],
		['news', t`News`],
		['category', t`News categories`],
		['banner', t`Banners`],
		['pop_up', t`Pop-ups`],
		['view', t`Image pages`],
		['entry_cards', t`Home cards`],
		['goods', t`Gem packs`],
		['order', t`Orders`],
		['fan', t`Fans`],
		['check_in', t`Check-in`],
		['approval', t`Approvals`],
		['settings', t`Site settings`],
		['translation', t`Translations`],
		['operator', t`Operators`],
		['passkey', t`Passkeys`],
	];
	return (
		<>
			<SelectField label={t`About`} value={noun} onChange={(event) => onNoun(event.target.value)}>
				<option value="">{t`Everything`}</option>
				{nouns.map(([value, name]) => (
					<option key={value} value={value}>
						{name}
					</option>
				))}
			</SelectField>
			{narrowedTo !== null && (
				<Button variant="quiet" onClick={onWiden}>
					<Trans>Only {narrowedTo} · show all</Trans>
				</Button>
			)}
		</>
	);
}
