/**
 * Texts pasted into the editor of the console from other programs, in the form that each of them writes, and what fans get.
 * Long because each program's HTML stands as it writes it.
 */
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';

const site = ownBrowserSite();

interface Pasted {
	html?: string;
	text?: string;
	/** As fans get it, without the attributes that the policy adds. */
	forFans: string;
	/** What the editor tells the operator, in order. */
	told?: string[];
}

const corpus: Record<string, Pasted> = {
	'Google Docs, whose wrapper is bold that is not': {
		html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;">Winter schedule</span></h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;">Doors at </span><span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;">six</span><span style="font-weight:400;font-style:italic;">, soft</span><span style="font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;"> line</span><a href="https://hall.example/map" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">the map</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">First</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Within</span></p></li></ul></ul><p><img src="https://lh7-rt.googleusercontent.com/docsz/AD4" width="602" height="338"></p></b>`,
		forFans:
			'<h2>Winter schedule</h2><p>Doors at <strong>six</strong><em>, soft</em><u> line</u><a>the map</a></p><ul><li><p>First</p><ul><li><p>Within</p></li></ul></li></ul>',
		told: ['1 picture was left out. Copy and paste each one by itself, or save it as a file and drop it here.'],
	},
	'Word, whose lists are paragraphs': {
		html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-US><!--StartFragment--><p class=MsoTitle>Notice<o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='mso-fareast-font-family:"Malgun Gothic"'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First <b style='mso-bidi-font-weight:normal'>point</b><o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span><![endif]>Under it<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span></span><![endif]>Second</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><!--[endif]-->A dot</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><!--[if gte vml 1]><v:shape id="x"><v:imagedata src="file:///C:/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><p class=MsoNormal><![if !vml]><img width=300 height=200 src="file:///C:/msohtmlclip1/01/clip_image001.png"><![endif]></p><p class=MsoNormal><a href="#_Toc1">Contents</a> <span style='mso-hide:all;display:none'>PAGEREF</span>end</p><!--EndFragment--></body></html>`,
		forFans:
			'<h2>Notice</h2><ol><li><p>First <strong>point</strong></p><ul><li><p>Under it</p></li></ul></li><li><p>Second</p></li></ol><ul><li><p>A dot</p></li></ul><p>Contents end</p>',
		told: ['1 picture was left out. Copy and paste each one by itself, or save it as a file and drop it here.'],
	},
	'Word, with a list that goes on, remarks and a merged cell to the end of the sheet': {
		html: `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>First<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span></p><p class=MsoNormal>10<sup>6</sup> votes, H<sub>2</sub>O, 1<sup>st</sup>, x<span style='vertical-align:super'>−3</span></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>Second</p><table><tr><td colspan=16384>A</td></tr><tr><td rowspan=65536>B</td><td>C</td></tr></table><p><ruby>明日<rt>あした</rt></ruby> <ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p><div style='mso-element:comment-list'><div style='mso-element:comment'><p>[A1]Not for fans</p></div></div>`,
		forFans:
			'<ol><li><p>First</p></li></ol><p>10⁶ votes, H₂O, 1st, x⁻³</p><ol start="2"><li><p>Second</p></li></ol><table><tbody><tr><td><p>A</p></td></tr><tr><td><p>B</p></td><td><p>C</p></td></tr></tbody></table><p>明日(あした) 漢字(かんじ)</p>',
	},
	'Naver, with pictures, a sticker, a film and a table': {
		html: `<div class="se-component se-text"><div class="se-module se-module-text"><p class="se-text-paragraph" style="line-height:1.8;"><span style="color:#000;" class="se-fs- se-ff-nanumgothic"><b>투표 안내</b></span></p><p class="se-text-paragraph"><span class="se-fs-">​</span></p><p class="se-text-paragraph"><span>12월 차트 <img alt="🎉" src="https://ssl.pstatic.net/sticker.png" class="se-sticker"></span></p></div></div><div class="se-component se-image"><a class="se-module-image-link" href="#"><img src="https://postfiles.pstatic.net/MjAy/a.jpg?type=w773" class="se-image-resource" width="693"></a></div><div class="se-component se-oembed"><div class="se-module-oembed"><iframe src="https://www.youtube.com/embed/EkRHhOCdZjw?feature=oembed" width="480" height="270" title="Tide"></iframe></div></div><div class="se-component se-table"><table class="se-table-content"><tbody><tr><td class="se-cell"><p><b>순위</b></p></td><td class="se-cell"><p><b>이름</b></p></td></tr><tr><td class="se-cell"><p>1</p></td><td class="se-cell"><p>여름</p></td></tr></tbody></table></div>`,
		forFans:
			'<p><strong>투표 안내</strong></p><p>12월 차트 🎉</p><iframe src="https://www.youtube-nocookie.com/embed/EkRHhOCdZjw"></iframe><table><tbody><tr><td><p><strong>순위</strong></p></td><td><p><strong>이름</strong></p></td></tr><tr><td><p>1</p></td><td><p>여름</p></td></tr></tbody></table>',
		told: ['1 picture was left out. Copy and paste each one by itself, or save it as a file and drop it here.'],
	},
	'Notion, with a toggle, a callout and a list of things to do': {
		html: `<meta charset='utf-8'><h1>Plan</h1>\n<h3>Steps</h3>\n<!-- notionvc: 1f --><ul><li><details open=""><summary>Summary</summary>hidden</details></li></ul><aside>💡 Read <strong>this</strong> and <code>that</code></aside><ol><li>One<ol><li>Deep</li></ol></li></ol><ul><li><input type="checkbox" checked> done</li></ul><table><thead><tr><th>Rank</th><th>Name</th></tr></thead><tbody><tr><td>1</td><td>Yeoreum</td></tr><tr><td></td><td>Nobody</td></tr></tbody></table>`,
		forFans:
			'<h2>Plan</h2><h3>Steps</h3><ul><li><p>Summary</p><p>hidden</p></li></ul><p>💡 Read <strong>this</strong> and that</p><ol><li><p>One</p><ol><li><p>Deep</p></li></ol></li></ol><ul><li><p>done</p></li></ul><table><tbody><tr><th><p>Rank</p></th><th><p>Name</p></th></tr><tr><td><p>1</p></td><td><p>Yeoreum</p></td></tr><tr><td><p></p></td><td><p>Nobody</p></td></tr></tbody></table>',
	},
	'Google Docs, with things to do, an indented list, merged cells and a counted link': {
		html: `<b style="font-weight:normal;" id="docs-internal-guid-2a"><ul><li dir="ltr" role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==" width="17.6px" height="17.6px" alt="checked" aria-roledescription="checkbox" /><p dir="ltr"><span style="text-decoration:line-through">Book the hall</span></p></li></ul><ul><ul><li>Indented</li><ul><li>Deep</li></ul></ul><li>Out</li></ul><table><tbody><tr><td colspan="2"><p>Head</p></td></tr><tr><td rowspan="2"><p>A</p></td><td><p>B</p></td></tr><tr><td><p>C</p></td></tr></tbody></table><p>At <a href="https://www.google.com/url?q=https://hall.example/map?a%3D1&amp;sa=D&amp;source=docs&amp;ust=1"><ruby>東<rt>ひがし</rt></ruby></a></p></b>`,
		forFans:
			'<ul><li><p><s>Book the hall</s></p></li></ul><ul><li><p>Indented</p><ul><li><p>Deep</p></li></ul></li><li><p>Out</p></li></ul><table><tbody><tr><td><p>Head</p></td></tr><tr><td><p>A</p></td><td><p>B</p></td></tr><tr><td><p>C</p></td></tr></tbody></table><p>At <a>東(ひがし)</a></p>',
	},
	'a web page, with what it embeds': {
		html: `<h4>Fourth</h4><h6>Sixth</h6><p onclick="alert(1)">A <a href="http://old.example/">plain</a> and <a href="javascript:alert(1)">odd</a> link</p><p><img src="//cdn.example/a.png" srcset="http://10.0.0.1/a.png 2x"><img src="https://count.example/p.gif" width="1" height="1"></p><iframe src="https://evil.example/x"></iframe><iframe src="https://www.instagram.com/p/x/embed"></iframe><iframe src="https://player.vimeo.com/video/76979871"></iframe><script>alert(1)</script><pre>one\n  two</pre><dl><dt>Term</dt><dd>Meaning</dd></dl><table><tr><td><p>Only</p><p>arranged</p></td></tr></table>`,
		forFans:
			'<h4>Fourth</h4><h4>Sixth</h4><p>A plain and odd link</p><iframe src="https://player.vimeo.com/video/76979871"></iframe><p>one</p><p>two</p><p>Term</p><p>Meaning</p><p>Only</p><p>arranged</p>',
		told: [
			'1 picture was left out. Copy and paste each one by itself, or save it as a file and drop it here.',
			'2 embedded parts were left out. Only videos on YouTube and Vimeo can be shown',
			'2 links were left out. Start the link with https:// or /',
		],
	},
	'a whole book': {
		html: '<p>A night.</p>'.repeat(5_000),
		forFans: '',
		told: ['The text has 75,000 characters with its markup, and 60,000 fit: paste it in parts.'],
	},
	'a list of names from a mail': {
		text: 'Solo\r\n'.repeat(6_000),
		forFans: '',
		told: ['The text has 66,000 characters with its markup, and 60,000 fit: paste it in parts.'],
	},
	'the editor itself': {
		html: `<p data-pm-slice="1 1 []">Kept <strong>bold</strong> <a target="_blank" rel="noopener" href="https://hall.example/">link</a></p><img src="/media/0123456789abcdef0123456789abcdef/1280.webp" alt="A hall"><h3>End</h3>`,
		forFans: '<p>Kept <strong>bold</strong> <a>link</a></p><img><h3>End</h3>',
	},
};

async function forFans({ page }: OperatorAtWork): Promise<string> {
	const answer = page.waitForResponse((response) => response.url().includes('/preview'));
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	const { html } = (await (await answer).json()).data as { html: string };
	// The editor keeps an empty line at the end, to type after a list or a picture.
	return html
		.replace(/<p><\/p>$/, '')
		.replaceAll(/<(?!iframe|ol start)(\w+) [^>]*>/g, '<$1>')
		.replaceAll(/<iframe (src="[^"]*")[^>]*>/g, '<iframe $1>');
}

async function toldIn({ page }: OperatorAtWork): Promise<string[]> {
	const text = await page.locator('.rich-text-notice').innerText();
	return text.split(/\n+/).filter((line) => line !== '');
}

/** One article for all of them: each begins with an empty text. */
const editor = beforeTests(async () => {
	const operator = await anOperator(site, 'editor');
	await operator.open('/console/news/new');
	return operator;
});

const textOf = ({ page }: OperatorAtWork) => page.getByRole('textbox', { name: 'Text', exact: true });

beforeEach(async () => {
	const text = textOf(editor);
	// By its own command: a selection that a script makes reaches the editor later than the key after it.
	await text.press('Control+a');
	await text.press('Delete');
	await expect.poll(async () => (await text.innerText()).trim()).toBe('');
});

describe('a text', () => {
	// A picture's address may answer for ever, or be one of the operator's own network: nobody asks it.
	const asked: string[] = [];
	beforeAll(() => void editor.page.on('request', (request) => asked.push(new URL(request.url()).origin)));

	it.each(Object.entries(corpus))('of %s is pasted as fans will see it', async (_program, pasted) => {
		await give(editor, 'paste', pasted);
		expect(await forFans(editor)).toBe(pasted.forFans);
		await expect.poll(() => toldIn(editor)).toEqual(pasted.told ?? []);
		expect(asked.filter((origin) => origin !== site.url && origin !== 'null')).toEqual([]);
		// Of the picture that is not there, and of the preview, which plays no film.
		expect(editor.complaints.filter((text) => !/status of 404|frame-src/.test(text))).toEqual([]);
	});
});

/** Gives the editor files and texts as a browser does when they are pasted or dropped. Returns whether the page took them. */
function give(
	{ page }: OperatorAtWork,
	how: 'paste' | 'drop',
	{ html = '', text = '', files = [] as Given[] },
): Promise<boolean> {
	return page.getByRole('textbox', { name: 'Text', exact: true }).evaluate(
		(element, given) => {
			const data = new DataTransfer();
			const { x: clientX, y: clientY } = element.getBoundingClientRect();
			if (given.html !== '') data.setData('text/html', given.html);
			if (given.text !== '') data.setData('text/plain', given.text);
			for (const { name, type, base64 } of given.files) {
				data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
			}
			const options = { bubbles: true, cancelable: true };
			return !element.dispatchEvent(
				given.how === 'paste'
					? new ClipboardEvent('paste', { ...options, clipboardData: data })
					: new DragEvent('drop', { ...options, dataTransfer: data, clientX, clientY }),
			);
		},
		{ how, html, text, files },
	);
}

interface Given {
	name: string;
	type: string;
	base64: string;
}

async function aPhoto(width: number, height: number): Promise<Given> {
	const picture = sharp({ create: { width, height, channels: 3, background: '#a3c' } });
	return { name: 'photo.png', type: 'image/png', base64: (await picture.png().toBuffer()).toString('base64') };
}

describe('a picture', () => {
	it.each(['paste', 'drop'] as const)('that comes as a file by %s is uploaded in its own shape', async (how) => {
		// A browser that copies a picture from a page gives its address beside the file.
		const html = how === 'paste' ? '<meta charset="utf-8"><img src="https://cdn.example/a.png">' : '';
		expect(await give(editor, how, { html, files: [await aPhoto(300, 400), await aPhoto(64, 32)] })).toBe(true);
		await editor.page.getByText('2 pictures were added.').waitFor();
		const shown = editor.page.locator('.tiptap img[src^="/media/"]');
		const sizes = () =>
			shown.evaluateAll((all) => all.map((image) => [image.getAttribute('width'), image.getAttribute('height')]));
		await expect.poll(sizes).toEqual([
			['300', '400'],
			['64', '32'],
		]);
		await shown.first().click();
		await editor.page.getByRole('button', { name: 'Picture', exact: true }).click();
		await editor.page.getByLabel('What the picture shows').fill('The stage');
		await editor.page.getByRole('button', { name: 'Set the text' }).click();
		await expect.poll(() => shown.first().getAttribute('alt')).toBe('The stage');
		expect(await forFans(editor)).toBe('<img><img>');
	});

	it('within a pasted text is uploaded where it stands', async () => {
		const { base64 } = await aPhoto(40, 30);
		await give(editor, 'paste', { html: `<p>Before</p><img src="data:image/png;base64,${base64}"><p>After</p>` });
		await editor.page.getByText('1 picture was added.').waitFor();
		expect(await forFans(editor)).toBe('<p>Before</p><img><p>After</p>');
		// Moved by hand, it is the same picture, not a second one.
		const picture = editor.page.locator('.tiptap img');
		const address = await picture.getAttribute('src');
		await picture.evaluate((image) => {
			const [bubbles, cancelable] = [true, true];
			image.dispatchEvent(new DragEvent('dragstart', { bubbles, cancelable, dataTransfer: new DataTransfer() }));
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
			const last = image.closest('.tiptap')?.lastElementChild;
			const { left: clientX, bottom } = last?.getBoundingClientRect() ?? new DOMRect();
			last?.dispatchEvent(new DragEvent('drop', { bubbles, cancelable, dataTransfer, clientX, clientY: bottom - 1 }));
		});
		await forFans(editor);
		await expect
			.poll(() => toldIn(editor))
			.toEqual(['1 picture was added. Say what it shows: select it and press “Picture”.']);
		await expect
			.poll(() => picture.evaluateAll((all) => all.map((image) => image.getAttribute('src'))))
			.toEqual([address]);
	});

	it('that was still on its way when the page was left is not waited for', async () => {
		await editor.page.clock.install();
		await editor.page.route('**/console/media', () => undefined);
		await give(editor, 'paste', { files: [await aPhoto(10, 10)] });
		await editor.page.getByText('1 picture is uploaded …').waitFor();
		const text = textOf(editor);
		await text.press('Control+End');
		await text.pressSequentially('Written meanwhile');
		await editor.page.getByText('Written meanwhile', { exact: true }).waitFor();
		editor.page.on('dialog', (dialog) => void dialog.accept());
		const draft = sql`select from operator_draft where body like '%Written meanwhile%'`;
		await runUntil(editor.page, 500, async () => (await draft.all(site.owner)).length === 1);
		await editor.page.unroute('**/console/media');
		await editor.page.reload();
		await text.getByText('Written meanwhile').waitFor();
		expect(await editor.page.locator('.tiptap img').count()).toBe(0);
	});

	it('that is none, or that does not reach the server, leaves the text and says so', async () => {
		await editor.page.getByLabel('Title').fill('Kept');
		const text = textOf(editor);
		await text.fill('Written');
		await give(editor, 'drop', { files: [{ name: 'notes.png', type: 'image/png', base64: 'eA==' }] });
		await editor.page.getByText('notes.png: This file is not a picture that is known here').waitFor();
		await using _ = await editor.page.route('**/console/media', (route) => route.abort());
		await give(editor, 'paste', { files: [await aPhoto(10, 10)] });
		await editor.page.getByText('photo.png: The server could not be reached').waitFor();
		await expect.poll(() => text.innerText()).toBe('Written');
		await editor.page.locator('.tiptap img[data-waiting]').waitFor({ state: 'detached' });
		await expect.poll(() => editor.page.getByLabel('Title').inputValue()).toBe('Kept');
	});
});

it('a table grows, shrinks and goes by its own buttons', async () => {
	const before = editor.complaints.length;
	const press = (name: string) => editor.page.getByRole('button', { name, exact: true }).click();
	await press('Table');
	await editor.page.locator('.tiptap th').first().click();
	await editor.page.keyboard.type('Rank');
	await editor.page.keyboard.press('Tab');
	await editor.page.keyboard.type('Name');
	await press('Add a row');
	await press('Add a column');
	const size = () => editor.page.locator('.tiptap tr').evaluateAll((rows) => rows.map((row) => row.children.length));
	await expect.poll(size).toEqual([3, 3, 3]);
	await press('Remove the row');
	await press('Remove the column');
	await expect.poll(size).toEqual([2, 2]);
	await press('Remove the table');
	await expect.poll(size).toEqual([]);
	expect(editor.complaints.slice(before)).toEqual([]);
});
