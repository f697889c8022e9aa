// Pages have no client runtime: browser code is built from src/islands.
export default null;
