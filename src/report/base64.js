/* Numbers as base64: little-endian float32. */
'use strict';

const base64 = (() => {
    function floats(text) {
        const bytes = atob(text);
        const view = new DataView(new ArrayBuffer(bytes.length));
        for (let i = 0; i < bytes.length; i++) view.setUint8(i, bytes.charCodeAt(i));
        const out = new Float32Array(bytes.length / 4);
        for (let i = 0; i < out.length; i++) out[i] = view.getFloat32(4 * i, true);
        return out;
    }

    return { floats };
})();
