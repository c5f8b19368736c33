/** News of the demo world: articles and videos, the latest first. */

export interface DemoNews {
	title: string;
	coverAlt: string;
	/** One that begins with `# ` is a heading. */
	paragraphs: string[];
	/** Film above the text. */
	clip?: ClipName | undefined;
}

type ClipName = 'trails' | 'ocean' | 'rings';

type ArticleRow = [title: string, coverAlt: string, ...paragraphs: string[]];

const articleRows: ArticleRow[] = [
	[
		'Yeoreum Baek announces a one-night winter concert at Eunha Arena',
		'Yeoreum Baek in front of a lit stage seen across a crowd holding lightsticks',
		'For one night in December the largest indoor floor in the country will have no fixed seats. Yeoreum Baek will perform “Heatwave Season” in full, in order, with a forty-piece orchestra arranged in a ring around the audience.',
		'“I wanted to stand where you usually stand,” she wrote to members on Friday evening. “So the stage is the middle of the ocean this time.”',
		'# How tickets work',
		'Half of the floor is reserved for members whose lightsticks were registered before this month. The rest opens to everyone next Friday at 20:00 KST. There is no dynamic pricing and every ticket carries a name.',
		'The show will not be filmed. Phones go into pouches at the door; lightsticks, naturally, do not.',
	],
	[
		'Mirinae Gil on writing “Low Tide” during a month without a phone',
		'Mirinae Gil in front of a pale moon over dark waves',
		'The cottage outside Gunsan had a stove, a table and a harbour timetable. Mirinae Gil went for a week and stayed for thirty-one days, because on the eighth the first verse arrived.',
		'“You stop composing and start waiting,” she says. “The sea does the arrangement. I only had to be awake when it came back.” The record keeps the stove: it can be heard closing at the end of side one.',
	],
	[
		'How the LED walls for Ara Seonwoo’s tour were built in nine days',
		'Ara Seonwoo in front of a wall of lamps lit in two colors',
		'Two hundred and eight panels, eleven trucks and one spelling mistake: the crew of Ara Seonwoo’s tour has opened its diary. The walls were meant to arrive in three weeks and arrived in nine days, mostly because nobody told the drivers that it was impossible.',
		'The mistake, a single lamp wired to the wrong channel, is still there. It blinks on every fourth beat of “Eleven Scarves”, and the fans have given it a name.',
	],
	[
		'Birthday cafés to visit this week: a map by fans, for fans',
		'Concentric rings of light',
		'Fourteen cafés in six cities take part this week, and every one of them is run by fans in their spare time. We have checked opening hours, queues and cup sleeves, so that you can check the cake.',
		'Please remember that the neighbors were there first: queue on one side, keep the music inside, and take your cup home.',
	],
	[
		'The final hour of last month’s chart, told through the numbers',
		'Teo Namgung, Ara Seonwoo and Haebin Geum in front of trails of light crossing the picture',
		'At 23:00 the two leaders were 61,000 votes apart. At 23:59 it was under thirty thousand, and the last minute alone brought more votes than the whole first morning of the month.',
		'Every one of them is in the public record, and the order in which they arrived has been checked by people who were rooting for the other side.',
	],
	[
		'Sol Maeng trades stadiums for a string quartet',
		'Sol Maeng in front of a flower of translucent petals',
		'There will be four chairs, four stands and one laptop, closed. Sol Maeng’s winter program plays in libraries, a tram depot and a greenhouse, none of them with more than two hundred seats.',
		'“The low end is a cello now,” says the producer. “It turns out that it always was.”',
	],
	[
		'Rian Tak’s stylist explains the orange visor',
		'Rian Tak in front of neon arches leading to a bright door',
		'It was a bicycle reflector. The rest of the outfit was late, the reflector was on the stylist’s own bike, and the camera was already running. Four million views later it has its own insurance.',
		'A set of twelve spares exists. None of them, we are told, catches the light in the same way.',
	],
	[
		'What a fandom color means, and how it gets chosen',
		'Sol Maeng, Rian Tak and Eunbyul Ma in front of rays of many colors from one lamp',
		'Some are chosen by vote, some by the artist, one by a paint shop that had only a single tin left. What they have in common is that nobody can buy them back: a color belongs to the people who hold it up.',
		'On this site the leader’s color lights the hall for as long as the lead lasts. That is the whole rule, and it is the reason why the hall was green for eleven minutes in March.',
	],
	[
		'Jiwoon Pyo finishes “Glasshouse” and opens the doors',
		'Jiwoon Pyo in front of a city at night with a glow behind it',
		'The greenhouse in which the video was filmed will stay. From Saturday it is a public garden with one unusual plant: a microphone that records for ten minutes each hour, and a speaker that plays the hour before.',
		'The dancer says that he will not tell which of the recordings end up on the next record. “Water the tomatoes,” he adds, “and speak clearly.”',
	],
	[
		'Saebyeok Ferry will sing on the first boat again',
		'Saebyeok Ferry in front of a stage beyond a sea of lightsticks',
		'The 05:40 from the old quay carries three hundred passengers, most of them on their way to work. Next Wednesday it will also carry an upright piano.',
		'There are no tickets other than the ferry’s own. Saebyeok Ferry ask everybody who does not work that morning to leave the seats by the window to those who do.',
	],
	[
		'A guide to the new vote receipts, without a single formula',
		'A grid of lamps',
		'Think of a guest book with numbered pages that everybody may photograph. Your receipt says which line is yours; the photographs make sure that no page is ever torn out.',
		'You can check a receipt on your own phone, long after the chart has closed, and you do not have to trust us while you do it.',
	],
	[
		'Teo Namgung lends his voice to the night trains',
		'Teo Namgung in front of light trails like a passing train',
		'“The next station is Andong” has never been announced so slowly. For the winter timetable the singer recorded all ninety-four stops of the eastern line, several of them in dialect.',
		'Commuters report that they now miss fewer stops and more appointments.',
	],
	[
		'Seven days of check-in: what fans do with day seven',
		'Rings of light around a bright center',
		'Most keep it. One in five gives the whole week to a single vote at midnight. And then there are the couples who check in together and split their seventh day between two rivals, in the name of peace.',
		'We asked three of them who is winning. They are still not speaking.',
	],
	[
		'Haebin Geum’s dance practice, frame by frame',
		'Haebin Geum in front of blue neon arches',
		'Slowed to a tenth, the turn in the second chorus has a step that nobody had seen: a half-beat on the left heel, hidden by the right. Three dance teachers have now confirmed it, and one has given up.',
		'Asked about it, Haebin Geum said that it is there to remind him where the door is.',
	],
	[
		'Kohaku Mizushiro sends a postcard from every lighthouse',
		'Kohaku Mizushiro in front of a low moon over layered waves',
		'There are forty-two working lighthouses on the route and she intends to sing under each. The concerts last one song; the postcards, drawn on the spot, go to whoever wrote to her from that coast.',
		'Number nine was cancelled by fog. Number ten sang it twice.',
	],
	[
		'Eunbyul Ma answers forty letters on one record',
		'Eunbyul Ma in front of petals of yellow light',
		'The sleeve has no credits. Where they would be, there are forty replies in small print, each to a fan who wrote to her in the year after her debut.',
		'A magnifying glass comes with the first pressing. The second pressing, she promises, comes with better glasses.',
	],
	[
		'Why the hall goes dark before the last song',
		'Danhyun Ok, Woojae Bong and Nari Cheon in front of a dark city with a few lit windows',
		'It began with a fuse. At a summer concert six years ago the power failed before the encore, and eleven thousand people found out that they had brought enough light of their own.',
		'Lighting crews have copied the moment ever since. The fuse hangs, framed, in the office of the arena.',
	],
	[
		'Danhyun Ok teaches a songwriting class by mail',
		'Danhyun Ok in front of pink rays from one lamp',
		'Lesson one is an empty envelope. Lesson two is the question what you would have put in. Eight hundred people have enrolled, and the post office in Gangneung has asked for advance notice of lesson three.',
		'No certificate is given. The best line of each month is sung, once, by the teacher.',
	],
	[
		'Five quiet entries on the music chart that deserve a listen',
		'Gaon Pyeon, Seorin Eo and Dojin Ha in front of thin lines of light',
		'Below the top ten the chart gets interesting: a duet with a radiator, a song about half a blanket, a lullaby for an ice rink. We picked five with fewer than thirty thousand votes and more than one chorus.',
		'Start with “Moonlit Laundry”. Leave the window open.',
	],
	[
		'Woojae Bong’s cap collection goes on display, mostly inside out',
		'Woojae Bong in front of green rings of light',
		'The museum wanted the caps on stands. The rapper wanted the linings to show, because that is where the lyrics are. A compromise with mirrors opens on Sunday.',
		'Visitors may write into one of them. It will be worn on stage at the end of the month, and read out if the light allows.',
	],
	[
		'Half Past Moon missed the train, and a station got a concert',
		'Half Past Moon in front of violet arches like a station hall',
		'The 00:12 left on time; the three singers did not. What followed in the waiting room lasted until the first train and was heard by thirty-one people, a guard and a dog.',
		'The guard has asked us to say that singing in the waiting room is still not allowed.',
	],
	[
		'Chaeon Gi on why she never rehearses the last verse',
		'Chaeon Gi in front of violet lamps in waves',
		'“If I know how it ends, I start leaving early,” she says. So the band learns two endings and watches her left hand.',
		'In eleven concerts she has used a third one four times. The drummer would like it to be known that he is fine.',
	],
	[
		'The lightstick repair table: three volunteers, nine thousand batteries',
		'Thousands of lightsticks in front of a stage',
		'They set up two hours before doors, between the cloakroom and the water. Most sticks need a contact cleaned; some need a new spring; one, last spring, needed to be told that it was from another fandom and that this was all right.',
		'The table takes no money. It does take batteries, tape and, on cold nights, soup.',
	],
	[
		'Nari Cheon skates through “Ice Rink at Closing Time” in one shot',
		'Nari Cheon in front of a red moon over still water',
		'The rink closes at ten, the ice machine starts at five past. The video fits exactly in between, and if you listen you can hear the caretaker’s keys in the second bridge.',
		'He is credited as percussion.',
	],
	[
		'Behind the chart: how two names can be four hundred votes apart all night',
		'Iseul Ban, Kohaku Mizushiro and Taerim Sagong in front of overlapping petals of light',
		'It looks staged and it is not. When both sides can see the gap, both sides wait; when it closes, both sides answer. The curve that comes of it has been known to fishermen for longer than to us.',
		'The only winning move, says a fan of one of them, is to go to bed. She was not in bed.',
	],
	[
		'Iseul Ban’s sled is in the lost property office',
		'Iseul Ban in front of a small town at night below stars',
		'It is red, it has a name on it, and it was left on the last bus to Damyang on the night of the listening party. The office would like to return it.',
		'Until then it may be visited on weekdays from nine to four. Please do not sit on it; the queue is long enough.',
	],
];

export const articles: readonly DemoNews[] = articleRows.map(([title, coverAlt, ...paragraphs]) => ({
	title,
	coverAlt,
	paragraphs,
}));

/** The film that looks most like the cover: nothing comes from elsewhere. */
type VideoRow = [title: string, clip: ClipName, coverAlt: string, paragraph: string];

const videoRows: VideoRow[] = [
	[
		'Behind the encore: two minutes in the pit with 11,000 lightsticks',
		'trails',
		'Golden trails of light',
		'One camera at knee height, from the last chord to the first step of the encore. Headphones are recommended; so is standing up.',
	],
	[
		'Jiwoon Pyo rehearses “Glasshouse” in one take',
		'trails',
		'Jiwoon Pyo in front of rays of sea-green light',
		'A bare room, a tape mark and a dancer who is late on purpose. Watch the left shoulder at 1:12.',
	],
	[
		'Yeoreum Baek, soundcheck: “Snow on the Overpass”',
		'ocean',
		'Yeoreum Baek in front of a city at night with a warm glow',
		'The hall is empty but for the cleaners, and two of them know the words.',
	],
	[
		'Tidewatch build a drum from a water tank',
		'ocean',
		'Tidewatch in front of a stage across a blue crowd',
		'Nine minutes of hammering, one minute of music. The tank survives. The neighbors, on camera, are kind about it.',
	],
	[
		'Ara Seonwoo: every step of “Eleven Scarves”, slowed down',
		'trails',
		'Ara Seonwoo in front of a violet flower of light',
		'Front, side and floor camera together. The scarves are counted in the corner for those who doubt.',
	],
	[
		'Mirinae Gil reads the harbour timetable',
		'ocean',
		'Mirinae Gil in front of a moon over quiet water',
		'Somebody asked her to read anything at all. She took it literally, and it has been used as a lullaby ever since.',
	],
	[
		'A night at the lightstick repair table',
		'rings',
		'Rings of warm light',
		'Three volunteers, one lamp, and a queue that turns into a choir at about the sixth minute.',
	],
	[
		'Rian Tak and the visor: a very short film',
		'rings',
		'Rian Tak in front of orange arches of light',
		'It has a beginning, a middle and a reflector.',
	],
	[
		'Marumaru teach a floor to answer',
		'rings',
		'Marumaru in front of a wall of orange lamps',
		'The boards are numbered, the steps are not. A workshop for feet, filmed from below through glass.',
	],
	[
		'Haebin Geum turns: ten cameras, one heel',
		'trails',
		'Haebin Geum in front of blue trails of light',
		'The half-beat that nobody had seen, from ten directions. It is still hard to see.',
	],
	[
		'Eunbyul Ma sings to the last ferry',
		'ocean',
		'Eunbyul Ma in front of a stage in yellow light behind a crowd',
		'The boat leaves at the end of the first chorus; the sound stays with it for as long as the wind allows.',
	],
	[
		'How a chart closes: the last sixty seconds from the control room',
		'rings',
		'Chaeon Gi, Phumin Wattanarak and Bitna Jegal in front of lamps in slow waves',
		'No music, no comment. A clock, a curve, and eleven people who have forgotten to breathe.',
	],
	[
		'Sol Maeng, four chairs and a closed laptop',
		'trails',
		'Sol Maeng in front of green rays from one lamp',
		'The first library concert in full, with all page turns.',
	],
];

export const videos: readonly DemoNews[] = videoRows.map(([title, clip, coverAlt, paragraph]) => ({
	clip,
	title,
	coverAlt,
	paragraphs: [paragraph, 'In this demo a short silent loop stands in for the film.'],
}));
