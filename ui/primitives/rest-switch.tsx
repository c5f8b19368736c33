import { useLingui } from '@lingui/react/macro';
import { Icon } from '../icons.tsx';
import { IconButton } from './button.tsx';
import { useSyncExternalStore } from 'react';
import { stored } from '../stored.ts';

/** Stops and starts all that moves by itself, whichever of them it stands at. */
export function RestSwitch() {
	const { t } = useLingui();
	const resting = useResting();
	return (
		<IconButton className="rest-switch" label={t`Pause motion`} aria-pressed={resting} onClick={toggleRest}>
			<Icon name="pause" />
		</IconButton>
	);
}

/** One switch for all that moves by itself. The device keeps it. */
const kept = stored('motion_rests');

const toggleRest = () => kept.set(kept.get() ? null : '1');

export const useResting = () => useSyncExternalStore(kept.subscribe, kept.get, () => null) !== null;
