# docker build -t polyvet . && docker run --rm -v "$PWD:/work" polyvet check kernels/gemm.mlir --transform "tile(i=32)"
FROM rust:1-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends autoconf automake libtool \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --release --locked --package polyvet-cli && strip target/release/polyvet

FROM debian:bookworm-slim
COPY --from=build /src/target/release/polyvet /usr/local/bin/polyvet
COPY --from=build /src/LICENSE-APACHE /src/LICENSE-MIT /src/NOTICE /usr/share/doc/polyvet/
WORKDIR /work
ENTRYPOINT ["polyvet"]
