/** Turns a kind of reminder off by the link of a notification, without signing in. */
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { turnOffReminder } from '#contract/push.ts';
import { Button } from '#ui/primitives/button.tsx';
import { call } from '../../lib/api/call.ts';
import { useTurnText } from '../../lib/api/problem-text.ts';

export function OffPanel({ token }: { token: string }) {
	const { t } = useLingui();
	const turnText = useTurnText();
	const { mutate, isPending, isSuccess, error } = useMutation({
		mutationFn: () => call(turnOffReminder, { body: { token } }),
	});
	return (
		<section className="panel mt-6 reminder-panel" aria-live="polite">
			<h2>{t`Turn this reminder off`}</h2>
			{isSuccess && <p>{t`It is off on all your devices. You can turn it on again on this page.`}</p>}
			{error && <p>{turnText(error) ?? t`This did not work. Log in to change your reminders.`}</p>}
			{!isSuccess && <Button className="mt-4" busy={isPending} onClick={() => mutate()}>{t`Turn off`}</Button>}
		</section>
	);
}
