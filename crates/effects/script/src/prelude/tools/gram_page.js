// The page around the body of a UI resource. Its scripts get what a tool returned from
// `Gram.onData(callback)`: hosts of MCP Apps post it to the page.

const BRIDGE = `window.Gram = {
  onData(callback) {
    window.addEventListener("message", (event) => {
      if (event.data !== null && event.data !== undefined) callback(event.data);
    });
  },
};`;

/** A whole page. The bridge stands before the body, whose scripts call it. */
export function pageOf(body, styles = "") {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<style>
body { margin: 0; padding: 16px; font-family: system-ui, sans-serif; }
${styles}
</style>
<script>
${BRIDGE}
</script>
</head>
<body>
${body}
</body>
</html>
`;
}
