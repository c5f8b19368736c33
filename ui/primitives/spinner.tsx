/** Something is on its way. Decorative: the control around it says `aria-busy`. */
import './spinner.css';

export function Spinner() {
	return <span className="spinner" aria-hidden="true" />;
}
