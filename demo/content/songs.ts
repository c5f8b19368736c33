/** Songs of the music charts: title, native title, performer. */

export interface DemoSong {
	title: string;
	nativeTitle: string | null;
	performer: string;
}

const rows: [title: string, nativeTitle: string | null, performer: string][] = [
	['Low Tide', '썰물', 'Mirinae Gil'],
	['Snow on the Overpass', '고가도로에 눈', 'Yeoreum Baek'],
	['Glasshouse', '온실', 'Jiwoon Pyo'],
	['Tangerine Box', '귤 한 상자', 'Saebyeok Ferry'],
	['Pocket Stove', '주머니 난로', 'Teo Namgung'],
	['Eleven Scarves', '목도리 열한 개', 'Ara Seonwoo'],
	['Warm Side of the Window', '창문의 따뜻한 쪽', 'Haebin Geum'],
	['Northbound, Platform 4', '북행 4번 승강장', 'Tidewatch'],
	['December Has a Door', '12월에는 문이 있어', 'Eunbyul Ma'],
	['Borrowed Gloves', '빌린 장갑', 'Rian Tak'],
	['Breath in the Headlights', '전조등 속의 숨', 'Sol Maeng'],
	['Second Kettle', '두 번째 주전자', 'Danhyun Ok'],
	['Slow Ferry, Grey Sea', '느린 배, 회색 바다', 'Half Past Moon'],
	['灯台とミルク', null, 'Kohaku Mizushiro'],
	['Ice Rink at Closing Time', '문 닫는 아이스링크', 'Nari Cheon'],
	['Cinnamon Radio', '계피 라디오', 'Woojae Bong'],
	['My Coat Smells of Smoke', '외투에 밴 연기', 'Dojin Ha'],
	['Lanterns for Nobody', '아무도 아닌 등불', 'Gaon Pyeon'],
	['Moonlit Laundry', '달빛 빨래', 'Minari Club'],
	['Sledding Home', '썰매 타고 집으로', 'Iseul Ban'],
	['Half a Blanket', '이불 반쪽', 'Seorin Eo'],
	['ลมหนาวฝั่งนี้', null, 'Phumin Wattanarak'],
	['Aurora on Mute', '음소거 오로라', 'Taerim Sagong'],
	['Paper Snow Machine', '종이 눈 기계', 'Marumaru'],
	['The Radiator Sings', '라디에이터의 노래', 'Chaeon Gi'],
	['Heatwave Season', '폭염의 계절', 'Yeoreum Baek'],
];

export const songs: readonly DemoSong[] = rows.map(([title, nativeTitle, performer]) => ({
	title,
	nativeTitle,
	performer,
}));
