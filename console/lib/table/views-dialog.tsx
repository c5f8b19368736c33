/** The operator's own views of a list: opens, shares, saves and removes them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { type ListName, listSavedViews, removeSavedView, saveView } from '#contract/operator/lists/saved-views.ts';
import { Icon } from '#ui/icons.tsx';
import { IconButton } from '#ui/primitives/button.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useCopy } from '../elements/copy.ts';
import { BASE } from '../../paths.ts';
import { ErrorText } from '../api/error-text.tsx';
import { readOf, useSend } from '../api/queries.ts';
import { TextDialog } from '../dialogs/why-dialog.tsx';
import { ConsoleIcon } from '../elements/console-icon.tsx';
import { ListState } from '../lists/list-state.tsx';

export default function ViewsDialog({ list, onClose }: { list: ListName; onClose: () => void }) {
	const { t } = useLingui();
	const { pathname, search } = useLocation();
	const query = search.slice(1);
	const toast = useToast();
	const save = useSend(saveView, (_, { body: { name } }) => {
		toast(t`Saved as ${name}`, 'success');
		onClose();
	});
	return (
		<TextDialog
			title={t`Saved views`}
			action={<Trans>Save view</Trans>}
			busy={save.isPending}
			error={save.error}
			onClose={onClose}
			onText={(name) => save.mutate({ body: { list, name, query } })}
			renderField={({ value, onChange, missing }) => (
				<TextField
					label={t`Save this view as`}
					error={missing ? t`Please enter a name` : null}
					maxLength={60}
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		>
			<p>{t`A view keeps filters, order and columns under a name. Only you see your views.`}</p>
			<Views list={list} pathname={pathname} query={query} onClose={onClose} />
		</TextDialog>
	);
}

interface ViewsProps {
	list: ListName;
	pathname: string;
	query: string;
	onClose: () => void;
}

function Views({ list, pathname, query, onClose }: ViewsProps) {
	const { t } = useLingui();
	const copy = useCopy();
	const read = useQuery(readOf(listSavedViews, { query: { list } }));
	const remove = useSend(removeSavedView);
	const share = (address: string) =>
		copy(`${location.origin}${BASE}${pathname}?${address}`, t`The address of the view has been copied`);
	return (
		<ListState read={read} count={read.data?.views.length} nothing={<Trans>No saved views yet.</Trans>}>
			<ul className="saved-views">
				{read.data?.views.map((view) => (
					<li key={view.saved_view_id} className="cluster">
						<Link
							to={{ pathname, search: view.query }}
							aria-current={view.query === query ? 'true' : undefined}
							onClick={onClose}
						>
							{view.name}
						</Link>
						<IconButton label={t`Copy the address of ${view.name}`} onClick={() => void share(view.query)}>
							<Icon name="link" />
						</IconButton>
						<IconButton
							label={t`Remove ${view.name}`}
							onClick={() => remove.mutate({ params: { saved_view_id: view.saved_view_id } })}
						>
							<ConsoleIcon name="trash" />
						</IconButton>
					</li>
				))}
			</ul>
			<ErrorText error={remove.error} />
		</ListState>
	);
}
