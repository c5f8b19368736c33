/** Links to other screens. The looks of all three stand in shell/page.css and ui/primitives/table.css. */
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';

interface Props {
	to: To;
	children: ReactNode;
}

/** Opens the row that it stands in: the whole row is its target. */
export const RowLink = (props: Props) => <Link className="table-link" {...props} />;

/** In a row that has another link, or none. */
export const CellLink = (props: Props) => <Link className="cell-link" {...props} />;

/** Beside or below what a screen shows. */
export const TrailLink = (props: Props) => <Link className="trail-link" {...props} />;
