// Baseline: a plain Node HTTP server with one fixed response.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [folder, port] = process.argv.slice(2);
const body = readFileSync(`${folder}/body`);
const headers = readFileSync(`${folder}/headers`, 'latin1')
  .split('\r\n')
  .slice(1)
  .filter((line) => line !== '' && !/^(date|connection|keep-alive):/i.test(line))
  .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1');
