/** The words of reminders. The page's own catalogs do not reach a phone whose browser is closed. */
import type { ReminderKind } from '#contract/push.ts';

/** Title and body of each kind, and the button that turns the kind off. */
export type ReminderTexts = Record<ReminderKind, readonly [string, string]> & { off: string };

const en: ReminderTexts = {
	vote_opens: ['{title} is open', 'Give your artist the first votes.'],
	vote_closes: ['{title}: the last hour', 'You can vote until {time}.'],
	overtaken: ['{rival} overtook {artist}', '{artist} is #{rank} now. Vote to take the place back.'],
	claim_ready: ['Today’s gems are ready', 'Check in and claim them.'],
	off: 'Turn these off',
};

const catalogs: Record<string, ReminderTexts> = {
	en,
	ko: {
		vote_opens: ['{title} 투표 시작', '내 아티스트에게 첫 투표를 보내 주세요.'],
		vote_closes: ['{title} 마감 1시간 전', '{time}까지 투표할 수 있어요.'],
		overtaken: ['{rival}, {artist} 추월', '{artist} 현재 {rank}위. 투표로 순위를 되찾아 주세요.'],
		claim_ready: ['오늘의 젬이 도착했어요', '출석 체크하고 받아 가세요.'],
		off: '이 알림 끄기',
	},
	ja: {
		vote_opens: ['{title} 投票スタート', '推しに最初の一票を届けよう。'],
		vote_closes: ['{title} 締切まで1時間', '{time}まで投票できます。'],
		overtaken: ['{rival}が{artist}を追い抜きました', '{artist}は現在{rank}位。投票で順位を取り返そう。'],
		claim_ready: ['今日のジェムを受け取れます', 'チェックインして受け取ろう。'],
		off: 'この通知をオフ',
	},
	'zh-Hans': {
		vote_opens: ['{title} 开始投票', '为你的爱豆投出第一票吧。'],
		vote_closes: ['{title} 最后一小时', '{time} 前都可以投票。'],
		overtaken: ['{rival} 超过了 {artist}', '{artist} 现居第 {rank} 名，投票夺回名次吧。'],
		claim_ready: ['今日宝石可以领取了', '签到即可领取。'],
		off: '关闭此类提醒',
	},
	'zh-Hant': {
		vote_opens: ['{title} 開始投票', '為你的偶像投下第一票吧。'],
		vote_closes: ['{title} 最後一小時', '{time} 前都可以投票。'],
		overtaken: ['{rival} 超越了 {artist}', '{artist} 目前第 {rank} 名，投票奪回名次吧。'],
		claim_ready: ['今日寶石可以領取了', '簽到即可領取。'],
		off: '關閉此類提醒',
	},
	th: {
		vote_opens: ['{title} เปิดโหวตแล้ว', 'ส่งโหวตแรกให้ศิลปินของคุณกันเลย'],
		vote_closes: ['{title} เหลือชั่วโมงสุดท้าย', 'โหวตได้ถึง {time}'],
		overtaken: ['{rival} แซง {artist} แล้ว', 'ตอนนี้ {artist} อยู่อันดับ {rank} โหวตเพื่อทวงอันดับคืน'],
		claim_ready: ['เจมของวันนี้พร้อมแล้ว', 'เช็กอินแล้วรับได้เลย'],
		off: 'ปิดการเตือนแบบนี้',
	},
	id: {
		vote_opens: ['{title} sudah dibuka', 'Berikan vote pertama untuk artismu.'],
		vote_closes: ['{title}: satu jam terakhir', 'Kamu bisa vote sampai {time}.'],
		overtaken: ['{rival} menyalip {artist}', '{artist} kini di posisi #{rank}. Vote untuk merebutnya kembali.'],
		claim_ready: ['Gem hari ini sudah siap', 'Check-in dan ambil sekarang.'],
		off: 'Matikan pengingat ini',
	},
	es: {
		vote_opens: ['{title}: votación abierta', 'Dale a tu artista los primeros votos.'],
		vote_closes: ['{title}: última hora', 'Puedes votar hasta las {time}.'],
		overtaken: ['{rival} superó a {artist}', '{artist} está ahora en el #{rank}. Vota para recuperar el puesto.'],
		claim_ready: ['Tus gemas de hoy están listas', 'Haz check-in y recógelas.'],
		off: 'Desactivar estos avisos',
	},
	pt: {
		vote_opens: ['{title}: votação aberta', 'Dê os primeiros votos ao seu artista.'],
		vote_closes: ['{title}: última hora', 'Você pode votar até {time}.'],
		overtaken: ['{rival} ultrapassou {artist}', '{artist} está agora em #{rank}. Vote para recuperar a posição.'],
		claim_ready: ['Suas gemas de hoje chegaram', 'Faça o check-in e resgate.'],
		off: 'Desativar estes avisos',
	},
	vi: {
		vote_opens: ['{title} đã mở bình chọn', 'Hãy dành những phiếu đầu tiên cho nghệ sĩ của bạn.'],
		vote_closes: ['{title}: giờ cuối cùng', 'Bạn có thể bình chọn đến {time}.'],
		overtaken: ['{rival} đã vượt {artist}', '{artist} hiện đứng #{rank}. Bình chọn để giành lại vị trí.'],
		claim_ready: ['Gem hôm nay đã sẵn sàng', 'Điểm danh để nhận ngay.'],
		off: 'Tắt loại nhắc này',
	},
};

/** The best catalog for a BCP 47 language, and its name. English where there is none. */
export function textsIn(language: string | null): [ReminderTexts, string] {
	const name = nameIn(language ?? 'en');
	return [catalogs[name] ?? en, name in catalogs ? name : 'en'];
}

function nameIn(language: string): string {
	const [base = '', ...rest] = language.split('-');
	if (base.toLowerCase() !== 'zh') return base.toLowerCase();
	return rest.some((part) => /^(?:hant|tw|hk|mo)$/i.test(part)) ? 'zh-Hant' : 'zh-Hans';
}
