// Plain JavaScript, so that any Node can read it: npm puts the project's own Node first, another installed Node does not.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Tradewind needs Node 24, and this is ${process.version}. Run "npm ci", which brings it, then start through npm: "npm start".`,
  )
  process.exit(1)
}
