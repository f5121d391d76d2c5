import href from '../../styles/app.css?url'

/** The whole stylesheet. Signed-in pages have it from the start; what opens over an open page brings it along. */
export const AppStyles = () => <link rel="stylesheet" href={href} precedence="app" />
