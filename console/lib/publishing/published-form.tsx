/** The form of content that is published from its editor, together with its edits, and taken back. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { ErrorText } from '../api/error-text.tsx';
import { Confirm } from '../dialogs/confirm.tsx';
import { CancelButton, closeUnless, DialogBox } from '../dialogs/dialog-box.tsx';
import type { Editable } from '../form/editable.ts';
import { EditorForm } from '../form/editor-form.tsx';
import type { FieldsOf } from '../form/fields-of.tsx';
import { localNow, localText } from '../format/time.ts';
import { useSiteZone } from '../session/operator.tsx';
import { FanChanges } from './fan-changes.tsx';
import './publishing.css';

interface PublishedFormProps<Values>
	extends
		Pick<PublishDialogProps, 'checks' | 'preview'>,
		Partial<Pick<PublishDialogProps, 'title' | 'when' | 'action'>> {
	edited: Editable<Values>;
	ask?: ReactNode;
	fields: FieldsOf<Values>;
	children: ReactNode;
}

/** Names of what fans see, marks that hide it, and the times from which and until which they see it. */
interface Shown {
	title?: string;
	alt?: string;
	hidden?: boolean;
	withdrawn?: boolean;
	starts_local?: string;
	publish_local?: string;
	ends_local?: string;
}

export function PublishedForm<Values extends object>(props: PublishedFormProps<Values>) {
	const { edited, fields, children, checks, ask, ...dialog } = props;
	const { draft, form, checkFields, saveWith } = edited;
	const { hidden, withdrawn } = draft.base as Shown;
	const published = !(withdrawn ?? hidden);
	const publish = (on: boolean) => ({ [withdrawn === undefined ? 'hidden' : 'withdrawn']: !on }) as Partial<Values>;
	const { alt = '', title: name = alt, starts_local: starts = '', ends_local: ends = '' } = draft.values as Shown;
	const { publish_local: from = starts } = draft.values as Shown;
	const { timezone, zoneName } = useSiteZone();
	const now = localNow(timezone);
	const later = from > now;
	const { t } = useLingui();
	const [asking, setAsking] = useState(false);
	const close = () => setAsking(false);
	const save = (on: boolean) => void saveWith(publish(on)).finally(close);
	const actions = (
		<>
			<Button
				variant={published ? 'quiet' : 'primary'}
				disabled={form.busy}
				onClick={() => setAsking(published || checkFields())}
			>
				{published ? <Trans>Unpublish</Trans> : <Trans>Publish…</Trans>}
			</Button>
			{asking && published && (
				<Confirm
					title={t`Unpublish this?`}
					text={<Trans>Fans no longer see it. You can publish it again at any time.</Trans>}
					action={t`Unpublish`}
					busy={form.busy}
					onClose={close}
					onDo={() => save(false)}
				/>
			)}
			{asking && !published && (
				<PublishDialog
					title={later ? t`Schedule ${name}?` : t`Publish ${name}?`}
					action={later ? t`Schedule` : t`Publish`}
					when={
						<>
							{later ? (
								<Trans>
									Fans see it from {localText(from) ?? from} {zoneName}.
								</Trans>
							) : (
								<Trans>Fans see it at once.</Trans>
							)}{' '}
							{ends === '' ? null : (
								<Trans>
									It disappears on {localText(ends) ?? ends} {zoneName}.
								</Trans>
							)}
						</>
					}
					{...dialog}
					checks={
						ends === '' || ends > now
							? checks
							: [...checks, need('period', false, '', t`The end has passed: fans would never see it`)]
					}
					undo={<Trans>You can unpublish it at any time.</Trans>}
					busy={form.busy}
					onClose={close}
					onPublish={() => save(true)}
				/>
			)}
		</>
	);
	return (
		<EditorForm
			{...form}
			ask={ask}
			saveLabel={published ? <Trans>Save changes</Trans> : <Trans>Save draft</Trans>}
			effect={published ? <FanChanges draft={draft} fields={fields} /> : null}
			actions={actions}
		>
			{children}
		</EditorForm>
	);
}

interface PublishDialogProps {
	title: string;
	checks: readonly Check[];
	preview: ReactNode;
	/** When fans see it, and until when it can be undone: one sentence each. */
	when: ReactNode;
	undo: ReactNode;
	/** Label of the button: publish, schedule, put on sale. */
	action?: string;
	busy: boolean;
	error?: unknown;
	/** What publishing does besides, to be chosen. */
	children?: ReactNode;
	onClose: () => void;
	onPublish: () => void;
}

/** The last look before fans see an item: the checklist, the preview, when it appears, and how to undo it. */
export function PublishDialog(props: PublishDialogProps) {
	const { t } = useLingui();
	const { checks } = props;
	const onClose = closeUnless(props.busy, props.onClose);
	return (
		<DialogBox title={props.title} className="wide-dialog publish-dialog" onClose={onClose}>
			<Checklist checks={checks} />
			<section className="rows publish-preview">
				<h3>{t`As fans see it`}</h3>
				{props.preview}
			</section>
			<p>
				{props.when} {props.undo}
			</p>
			{props.children}
			<ErrorText error={props.error} />
			<div className="dialog-actions">
				<CancelButton onClick={onClose} />
				<Button busy={props.busy} disabled={isBlocked(checks)} onClick={props.onPublish}>
					{props.action ?? t`Publish`}
				</Button>
			</div>
		</DialogBox>
	);
}

/** What an item needs before fans see it: what is there, what is missing, and what is only worth a look. */
export interface Check {
	key: string;
	/** `missing` blocks publishing, `advice` does not. */
	state: 'done' | 'missing' | 'advice';
	text: ReactNode;
}

/** `otherwise`: what is said if it is not good. */
export const advise = (key: string, good: boolean, done: ReactNode, otherwise: ReactNode): Check =>
	good ? { key, state: 'done', text: done } : { key, state: 'advice', text: otherwise };
export const need = (key: string, good: boolean, done: ReactNode, otherwise: ReactNode): Check =>
	good ? { key, state: 'done', text: done } : { key, state: 'missing', text: otherwise };

const isBlocked = (checks: readonly Check[]): boolean => checks.some(({ state }) => state === 'missing');

function Checklist({ checks }: { checks: readonly Check[] }) {
	const { t } = useLingui();
	const words = { done: t`Ready`, missing: t`Missing`, advice: t`Worth a look` };
	return (
		<ul className="checklist" aria-label={t`Checklist`}>
			{checks.map(({ key, state, text }) => (
				<li key={key} className={`check-${state}`}>
					<Icon name={state === 'done' ? 'check' : 'warning'} />
					<span>
						<span className="visually-hidden">{words[state]}: </span>
						{text}
					</span>
				</li>
			))}
		</ul>
	);
}
