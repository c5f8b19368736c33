/** Asks for the reason of an action on a person or a running chart, runs the action, and confirms it. */
import type { ReactNode } from 'react';
import { useToast } from '#ui/primitives/toast.tsx';
import { WhyDialog } from './why-dialog.tsx';

export interface StepWords {
	title: string;
	text: ReactNode;
	/** Label of the button. */
	action: string;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	/** Message after success. */
	done: string;
}

interface StepDialogProps {
	words: StepWords;
	take: {
		isPending: boolean;
		error: Error | null;
		mutate: (why: string, options: { onSuccess: () => void }) => void;
	};
	onClose: () => void;
}

export function StepDialog({ words: { title, text, action, dangerous, done }, take, onClose }: StepDialogProps) {
	const toast = useToast();
	return (
		<WhyDialog
			open
			title={title}
			action={action}
			dangerous={dangerous}
			busy={take.isPending}
			error={take.error}
			onClose={onClose}
			onDo={(why) =>
				take.mutate(why, {
					onSuccess: () => {
						toast(done, 'success');
						onClose();
					},
				})
			}
		>
			<p>{text}</p>
		</WhyDialog>
	);
}
