// A process that never rests; it ends with the one that started it.
const startedBy = process.ppid;
while (process.ppid === startedBy) for (const until = Date.now() + 200; Date.now() < until;);
