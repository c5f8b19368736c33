/** One step of the setup checklist. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { STATUS_PATH } from '#contract/pages.ts';
import { Icon } from '#ui/icons.tsx';
import type { StepText } from './setup-steps.ts';

interface Props {
	text: StepText;
	done: boolean;
	/** Set for the step that is done by opening the status page. */
	onStatus: (() => void) | undefined;
}

export function SetupItem({ text, done, onStatus }: Props) {
	return (
		<li className={done ? 'setup-done' : undefined}>
			<span className="setup-tick">{done ? <Icon name="check" /> : null}</span>
			<span>
				{done ? (
					<span className="visually-hidden">
						<Trans>Done:</Trans>{' '}
					</span>
				) : null}
				<StepName text={text} onStatus={onStatus} />
				{done ? null : <span className="setup-why">{text.why}</span>}
			</span>
		</li>
	);
}

function StepName({ text: { name, to }, onStatus }: Omit<Props, 'done'>) {
	if (onStatus) {
		return (
			<a href={STATUS_PATH} target="_blank" rel="noreferrer" onClick={onStatus}>
				{name}
			</a>
		);
	}
	return to === null ? <span className="setup-name">{name}</span> : <Link to={to}>{name}</Link>;
}
