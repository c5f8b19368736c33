/** One page with all pictures, in columns of theme and width. */
export interface Picture {
	name: string;
	/** As `dark 390`. */
	column: string;
	file: string;
}

export function contactSheet(pictures: readonly Picture[]): string {
	const columns = [...new Set(pictures.map(({ column }) => column))];
	const names = [...new Set(pictures.map(({ name }) => name))];
	const cell = (name: string, column: string) => {
		const picture = pictures.find((one) => one.name === name && one.column === column);
		return `<td>${picture ? `<a href="${picture.file}"><img loading="lazy" src="${picture.file}" alt=""></a>` : ''}</td>`;
	};
	const line = (name: string) => `<tr><th>${name}</th>${columns.map((column) => cell(name, column)).join('')}</tr>`;
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen in every state</title>
<style>
body { margin: 2rem; background: #888; font: 14px/1.4 system-ui; }
td { vertical-align: top; padding: 0.5rem; }
th { text-align: left; vertical-align: top; padding: 0.5rem; }
img { max-width: 26rem; max-height: 40rem; display: block; }
</style>
<table>
<tr><th></th>${columns.map((column) => `<th>${column}</th>`).join('')}</tr>
${names.map(line).join('\n')}
</table>
</html>
`;
}
