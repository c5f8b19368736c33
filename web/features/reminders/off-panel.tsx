/** Turns a kind of reminder off by the link of a notification, without signing in. */
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { turnOffReminder } from '#contract/push.ts';
import { Button } from '#ui/primitives/button.tsx';
import { call } from '../../lib/api/call.ts';
import '../../lib/elements/panel.css';
import './reminder-panel.css';

export function OffPanel({ token }: { token: string }) {
	const { mutate, isPending, isSuccess, isError } = useMutation({
		mutationFn: () => call(turnOffReminder, { body: { token } }),
	});
	return (
		<section className="panel reminder-panel" aria-live="polite">
			<h2>
				<Trans>Turn this reminder off</Trans>
			</h2>
			{isSuccess && (
				<p>
					<Trans>It is off on all your devices. You can turn it on again on this page.</Trans>
				</p>
			)}
			{isError && (
				<p>
					<Trans>This did not work. Log in to change your reminders.</Trans>
				</p>
			)}
			{!isSuccess && (
				<Button busy={isPending} onClick={() => mutate()}>
					<Trans>Turn off</Trans>
				</Button>
			)}
		</section>
	);
}
