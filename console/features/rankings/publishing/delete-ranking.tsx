/** Deletes a draft, after asking once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { Confirm } from '../../../lib/dialogs/confirm.tsx';
import { ConsoleIcon } from '../../../lib/elements/console-icon.tsx';
import { paths } from '../../../paths.ts';
import { useDeleteRanking } from '../get-rankings.ts';

export function DeleteRanking({ ranking }: { ranking: ConsoleRanking }) {
	const { t } = useLingui();
	const toast = useToast();
	const navigate = useNavigate();
	const remove = useDeleteRanking(ranking.ranking_key);
	const [asking, setAsking] = useState(false);
	return (
		<>
			<Button
				variant="quiet"
				className="button-dangerous"
				icon={<ConsoleIcon name="trash" />}
				onClick={() => setAsking(true)}
			>
				<Trans>Delete draft</Trans>
			</Button>
			{asking && (
				<Confirm
					title={t`Delete ${ranking.title}?`}
					text={<Trans>The draft and its list of artists are gone for good. Fans have never seen it.</Trans>}
					action={t`Delete`}
					dangerous
					busy={remove.isPending}
					error={remove.error}
					onClose={() => setAsking(false)}
					onDo={() =>
						remove.mutate(undefined, {
							onSuccess: () => {
								toast(t`${ranking.title} has been deleted`, 'success');
								void navigate(paths.rankings);
							},
						})
					}
				/>
			)}
		</>
	);
}
