/** Makes a number and a time in the page's language, which is the worker's name, and ends. */
Intl.NumberFormat(self.name).format(0);
// As web/lib/time.ts makes them.
Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', hour: '2-digit', hourCycle: 'h23' }).format();
self.close();
