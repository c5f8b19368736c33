/** The few words on share pictures, in every language of the site. Numbers arrive formatted. */
import type { Language } from '#contract/values/languages.ts';

interface Words {
	/** Above the artist's name. */
	votedFor: string;
	votes: (count: string, form: Intl.LDMLPluralRule) => string;
	leads: (tickets: string) => string;
	behind: (tickets: string, rank: string) => string;
	level: (rank: string) => string;
	finalResult: string;
	/** On the picture of the site itself. */
	invitation: string;
}

const words = {
	en: {
		votedFor: 'I voted for',
		votes: (count, form) => (form === 'one' ? `${count} vote` : `${count} votes`),
		leads: (tickets) => `Leads by ${tickets}`,
		behind: (tickets, rank) => `${tickets} to #${rank}`,
		level: (rank) => `Level with #${rank}`,
		finalResult: 'Final result',
		invitation: 'Your votes light the hall',
	},
	ko: {
		votedFor: '내가 투표한 아티스트',
		votes: (count) => `${count}표`,
		leads: (tickets) => `${tickets}표 차로 선두`,
		behind: (tickets, rank) => `${rank}위까지 ${tickets}표`,
		level: (rank) => `${rank}위와 동점`,
		finalResult: '최종 결과',
		invitation: '당신의 한 표가 공연장을 밝혀요',
	},
	ja: {
		votedFor: '投票しました',
		votes: (count) => `${count}票`,
		leads: (tickets) => `${tickets}票差で首位`,
		behind: (tickets, rank) => `${rank}位まで${tickets}票`,
		level: (rank) => `${rank}位と同票`,
		finalResult: '最終結果',
		invitation: 'あなたの一票が会場を照らす',
	},
	'zh-TW': {
		votedFor: '我投給了',
		votes: (count) => `${count} 票`,
		leads: (tickets) => `領先 ${tickets} 票`,
		behind: (tickets, rank) => `距第 ${rank} 名還差 ${tickets} 票`,
		level: (rank) => `與第 ${rank} 名同票`,
		finalResult: '最終結果',
		invitation: '你的每一票，點亮全場',
	},
	'zh-CN': {
		votedFor: '我投给了',
		votes: (count) => `${count} 票`,
		leads: (tickets) => `领先 ${tickets} 票`,
		behind: (tickets, rank) => `距第 ${rank} 名还差 ${tickets} 票`,
		level: (rank) => `与第 ${rank} 名同票`,
		finalResult: '最终结果',
		invitation: '你的每一票，点亮全场',
	},
	th: {
		votedFor: 'ฉันโหวตให้',
		votes: (count) => `${count} โหวต`,
		leads: (tickets) => `นำอยู่ ${tickets} โหวต`,
		behind: (tickets, rank) => `อีก ${tickets} โหวตถึงอันดับ ${rank}`,
		level: (rank) => `เท่ากับอันดับ ${rank}`,
		finalResult: 'ผลสุดท้าย',
		invitation: 'ทุกโหวตของคุณจุดไฟให้ทั้งฮอลล์',
	},
	id: {
		votedFor: 'Aku sudah vote',
		votes: (count) => `${count} vote`,
		leads: (tickets) => `Unggul ${tickets} vote`,
		behind: (tickets, rank) => `${tickets} vote lagi ke #${rank}`,
		level: (rank) => `Seri dengan #${rank}`,
		finalResult: 'Hasil akhir',
		invitation: 'Setiap vote menyalakan lightstick',
	},
	es: {
		votedFor: 'Voté por',
		votes: (count, form) => (form === 'one' ? `${count} voto` : `${count} votos`),
		leads: (tickets) => `Lidera por ${tickets}`,
		behind: (tickets, rank) => `A ${tickets} del #${rank}`,
		level: (rank) => `Empate con el #${rank}`,
		finalResult: 'Resultado final',
		invitation: 'Tus votos iluminan el recinto',
	},
	pt: {
		votedFor: 'Eu votei em',
		votes: (count, form) => (form === 'one' ? `${count} voto` : `${count} votos`),
		leads: (tickets) => `Lidera por ${tickets}`,
		behind: (tickets, rank) => `A ${tickets} do #${rank}`,
		level: (rank) => `Empate com o #${rank}`,
		finalResult: 'Resultado final',
		invitation: 'Seus votos iluminam a arena',
	},
	vi: {
		votedFor: 'Mình đã vote cho',
		votes: (count) => `${count} vote`,
		leads: (tickets) => `Dẫn trước ${tickets} vote`,
		behind: (tickets, rank) => `Còn ${tickets} vote tới hạng ${rank}`,
		level: (rank) => `Bằng điểm hạng ${rank}`,
		finalResult: 'Kết quả chung cuộc',
		invitation: 'Mỗi lượt vote thắp sáng khán đài',
	},
} satisfies Record<Language, Words>;

export function wordsIn(language: Language) {
	const own: Words = words[language];
	const number = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
	const plural = new Intl.PluralRules(language);
	return {
		...own,
		number: (value: number) => number.format(value),
		votesOf: (tickets: number) => own.votes(number.format(tickets), plural.select(tickets)),
	};
}
