import { simulate } from "/work/wt/book/tests/helpers/ledger/simulate.ts";
const [seeds=1,ops=20000,w=300]=process.argv.slice(2).map(Number);
const t=performance.now();
for(let s=1;s<=seeds;s++){const r=simulate({seed:s,operations:ops,wallets:w});if(r.fault||seeds<5)console.log(s,JSON.stringify(r));}
console.log(((performance.now()-t)/1000).toFixed(2),"s", ((performance.now()-t)*1000/(seeds*ops)).toFixed(1),"us/op");
